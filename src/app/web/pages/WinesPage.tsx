export default function WinesPage() {
  return <h1>Wines</h1>;
}
