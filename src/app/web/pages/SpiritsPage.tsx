export default function SpiritsPage() {
  return <h1>Spirits</h1>;
}
