/** The carrier that sells the labels of a market, and its keys. */
import { z } from 'zod';
import { CARRIER_NAMES, CARRIER_TITLES } from '#lib/carrier-names.ts';
import { field, line, settingGroup } from '../setting-group.ts';

const key = (title: string, description: string) =>
  field(
    z
      .string()
      .regex(/^[\x21-\x7e]{1,300}$/, 'must have no spaces and no other characters than a key has')
      .nullable(),
    { title, description, isSecret: true },
  );

const centimetres = (title: string) => field(z.number().min(1, 'must be at least 1').max(105, 'must be at most 105'), { title });

/** A carton of six bottles. */
const BOX = { boxLength: 37, boxWidth: 27, boxHeight: 19 };
const AUSPOST = { auspostAccount: null, auspostKey: null, auspostPassword: null, auspostIsTest: false };

export const CARRIERS = settingGroup({
  id: 'carriers',
  area: 'integrations',
  scope: 'market',
  isSensitive: true,
  isPublic: false,
  title: 'Carriers',
  help: 'Who sells the labels of parcels. Labels that were bought from another carrier can still be printed and cancelled while its key is here.',
  schema: z.object({
    carrier: field(z.enum(['none', ...CARRIER_NAMES]), {
      title: 'Carrier',
      labels: { none: 'None: the shop prints address labels', ...CARRIER_TITLES },
    }),
    service: field(line(60), {
      title: 'Service for many orders at once',
      description:
        'Code of the service, such as express. Empty leaves the choice to the carrier. For one order you choose from its prices.',
    }),
    bottleKilograms: field(z.number().min(0.1, 'must be at least 0.1').max(30, 'must be at most 30'), {
      title: 'Weight of a packed bottle in kilograms',
      description: 'With its part of the box. Parcels are weighed by it, and delivery fees of zones calculated.',
    }),
    boxLength: centimetres('Length of a box in centimetres'),
    boxWidth: centimetres('Width of a box in centimetres'),
    boxHeight: centimetres('Height of a box in centimetres'),
    auspostAccount: field(
      z
        .string()
        .trim()
        .regex(/^\d{8,10}$/, 'must be 8 to 10 digits')
        .nullable(),
      { title: 'Australia Post account number', description: 'Of the parcel contract.' },
    ),
    auspostKey: key('Australia Post API key', 'Of the Shipping and Tracking API.'),
    auspostPassword: key('Australia Post password', 'That came with the key.'),
    auspostIsTest: field(z.boolean(), { title: 'Use Australia Post’s test bed', description: 'Its labels are not for parcels.' }),
    shippitKey: key('Shippit API key', 'In Shippit: Settings, Integrations.'),
    starshipitKey: key('Starshipit API key', 'In Starshipit: Settings, API.'),
    starshipitSubscriptionKey: key('Starshipit subscription key', 'Below the API key.'),
    webhookSecret: field(
      z
        .string()
        .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 characters without spaces')
        .nullable(),
      {
        title: 'Webhook secret',
        description: 'Any 16 characters or more. The carrier sends it with what it reports about parcels, to /webhooks/ and its name.',
        isSecret: true,
      },
    ),
  }),
  defaults: () => ({
    carrier: 'none' as const,
    service: '',
    bottleKilograms: 1.5,
    ...BOX,
    ...AUSPOST,
    shippitKey: null,
    starshipitKey: null,
    starshipitSubscriptionKey: null,
    webhookSecret: null,
  }),
});

export type CarrierSettings = z.output<typeof CARRIERS.schema>;
