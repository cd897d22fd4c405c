import { DetailText, type DetailTextProps } from './DetailText.tsx';

/** Who buys, and how we reach them. */
export const ContactFields = (props: Pick<DetailTextProps, 'market' | 'details' | 'faults'>) => (
  <div className="co-form">
    <DetailText name="email" {...props} />
    <DetailText name="firstName" {...props} />
    <DetailText name="lastName" {...props} />
    <DetailText name="phone" {...props} />
  </div>
);
