export default function ListPage() {
  return <h1>List</h1>;
}
