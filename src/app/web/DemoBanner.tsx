/** Tells visitors of a public demonstration, above every page, that nothing is sold. */
export const DemoBanner = () => (
  <p className="demo-banner" role="note">
    This is a demonstration. Nothing here is for sale, orders aren’t sent and only test cards are accepted. Please don’t enter personal
    details.
  </p>
);
