export default function OfferPage() {
  return <h1>Offer</h1>;
}
