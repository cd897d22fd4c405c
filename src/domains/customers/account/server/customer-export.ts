/** The statement that reads customers as interchange records: $1 the key to go on after, $2 how many. Passwords leave as hashes. */
export const CUSTOMER_EXPORT = `select c.email_key as key, json_build_object(
    'record', 'customer', 'id', c.id, 'subject', c.subject, 'createdAt', to_json(c.created_at), 'email', c.email, 'emailVerified', c.email_verified,
    'givenName', c.given_name, 'familyName', c.family_name, 'phone', c.phone, 'group', c.customer_group, 'password', null,
    'passwordHash', c.password_hash, 'userMetadata', c.user_metadata,
    'consents', (select coalesce(json_agg(json_build_object('channel', k.channel, 'granted', k.granted, 'wording', k.wording, 'source', k.source,
      'market', k.market, 'at', to_json(k.at)) order by k.at, k.id), '[]') from marketing_consents k where k.customer_id = c.id and k.device is null),
    'identities', (select coalesce(json_agg(json_build_object('provider', i.provider, 'subject', i.provider_subject) order by i.created_at), '[]')
      from customer_identities i where i.customer_id = c.id),
    'markets', (select coalesce(json_object_agg(m.market, json_build_object('tier', m.tier, 'externalId', m.external_id, 'contactId', m.contact_id,
      'loyaltyExcluded', m.loyalty_excluded, 'loyaltyNote', m.loyalty_note)
      order by m.market), '{}') from customer_markets m where m.customer_id = c.id),
    'addresses', (select coalesce(json_agg(json_build_object('market', a.market, 'firstName', a.first_name, 'lastName', a.last_name, 'phone', a.phone,
      'address', a.address, 'suburb', a.suburb, 'state', a.state, 'postcode', a.postcode, 'instructions', a.instructions, 'isDefault', a.is_default)
      order by a.id), '[]') from customer_addresses a where a.customer_id = c.id),
    'instruments', (select coalesce(json_agg(json_build_object('market', s.market, 'gatewayToken', s.gateway_token, 'brand', s.brand, 'last4', s.last4,
      'expiryMonth', s.expiry_month, 'expiryYear', s.expiry_year, 'isDefault', s.is_default) order by s.created_at, s.id), '[]')
      from stored_instruments s where s.customer_id = c.id)
  ) as record from customers c where c.email_key > $1 order by c.email_key limit $2`;
