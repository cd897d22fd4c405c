-- Whether a customer takes part in the loyalty programme. Where a CRM is configured its answer counts (`crm_eligible`, as last read);
-- without one staff can exclude a customer, and say why.
alter table customer_markets
  add loyalty_excluded boolean not null default false,
  add loyalty_note text not null default '',
  add crm_eligible boolean;
