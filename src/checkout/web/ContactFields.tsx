import { DetailText, type DetailTextProps } from './DetailText.tsx';

interface ContactFieldsProps extends Pick<DetailTextProps, 'market' | 'details' | 'faults'> {
  readonly isDelivered: boolean;
}

/** Who buys, and how we reach them. */
export const ContactFields = ({ isDelivered, ...props }: ContactFieldsProps) => (
  <div className="co-form">
    <DetailText name="email" {...props} />
    <DetailText name="firstName" {...props} />
    <DetailText name="lastName" {...props} />
    <DetailText name="phone" help={isDelivered ? undefined : 'If we have a question about your order.'} {...props} />
  </div>
);
