/** Names of jobs and queues for people. */

interface JobText {
  readonly title: string;
  /** What it does. */
  readonly purpose: string;
}

/** By the name of the job. A test compares them with the scheduler. */
export const JOB_TEXT: Readonly<Record<string, JobText>> = {
  'resume-orders': { title: 'Orders in payment', purpose: 'Finishes orders whose payment was interrupted.' },
  'process-labels': { title: 'Labels', purpose: 'Buys and cancels labels of parcels.' },
  'track-parcels': { title: 'Tracking', purpose: 'Asks carriers where parcels are.' },
  'cancel-unneeded-labels': {
    title: 'Labels of cancelled orders',
    purpose: 'Cancels labels of orders that were cancelled or refunded before they were sent.',
  },
  'retry-refunds': { title: 'Refunds', purpose: 'Asks the gateway again for refunds without an answer.' },
  'send-webhooks': { title: 'Webhooks', purpose: 'Sends events of orders to your other systems.' },
  'send-due-gift-cards': { title: 'Gift cards', purpose: 'Sends gift cards on their day.' },
  'forward-analytics-events': { title: 'Analytics', purpose: 'Passes visits and searches on to your analytics service.' },
  'sync-crm-contacts': { title: 'CRM contacts', purpose: 'Keeps contacts in your CRM up to date.' },
  'send-notifications': { title: 'Notifications', purpose: 'Sends push notifications to shoppers.' },
  'recalculate-tiers': { title: 'Loyalty tiers', purpose: 'Updates the tiers of recent buyers and rewards referrals.' },
  'publish-due-pages': { title: 'Scheduled pages', purpose: 'Publishes changes of pages at the moment for which they are scheduled.' },
  'run-import-schedules': { title: 'Scheduled imports', purpose: 'Fetches the files of import schedules.' },
  'notify-of-imports': { title: 'Messages about imports', purpose: 'Emails staff about imports that wait or failed.' },
  'import-watched-files': { title: 'Watched folder', purpose: 'Imports files from the watched folder.' },
  'work-on-imports': { title: 'Imports', purpose: 'Compares and applies the imports of the office.' },
  'make-backups': { title: 'Backups', purpose: 'Backs up the database each night, and restores the backup to try it out.' },
  'watch-health': { title: 'Health', purpose: 'Checks what this screen shows and alerts the owners.' },
  'reconcile-payments': { title: 'Payment check', purpose: 'Compares the gateway’s payments of the last two hours with the orders.' },
  'reconcile-late-payments': {
    title: 'Late payment check',
    purpose: 'Compares the gateway’s payments of the last two days with the orders.',
  },
  'renew-memberships': { title: 'Club deliveries', purpose: 'Reminds members and charges club deliveries that are due.' },
  'complete-card-setups': { title: 'Saved cards', purpose: 'Finishes cards that members are saving.' },
  'plan-cart-reminders': { title: 'Cart reminders', purpose: 'Reminds shoppers of the carts that they left.' },
  'plan-price-drops': { title: 'Price drops', purpose: 'Notifies shoppers whose favourites became cheaper.' },
  'refresh-customer-summaries': { title: 'Sums of customers', purpose: 'Brings orders and spending in the list of customers up to date.' },
  'sum-sales': { title: 'Sales of past days', purpose: 'Adds up the sales of past days for reports.' },
  'count-visits': { title: 'Visits of today', purpose: 'Counts visits for the charts of Today.' },
  'count-late-visits': {
    title: 'Visits of yesterday',
    purpose: 'Counts visits of yesterday that were reported late, and days that were missed.',
  },
  'count-all-late-visits': { title: 'Visits of the last week', purpose: 'Counts visits that were reported up to a week late.' },
  'process-all-orders': {
    title: 'Loyalty of all orders',
    purpose: 'Counts imported and missed orders for tiers and referrals, each night.',
  },
  'maintain-loyalty': { title: 'Loyalty programme', purpose: 'Sends birthday rewards and lets old tiers end.' },
  'mark-settled-outcomes': { title: 'Refused parcels', purpose: 'Notes which refused or returned parcels need nothing more.' },
  'mark-sent-orders': { title: 'Sent orders', purpose: 'Notes which partly refunded orders have nothing left to send.' },
  'expire-gift-cards': { title: 'Expired gift cards', purpose: 'Ends gift cards on their last day.' },
  'update-popularity': { title: 'Popular wines', purpose: 'Sorts wines by how well they sell.' },
  'anonymise-deleted-customers': { title: 'Erased customers', purpose: 'Removes personal data from the orders of erased customers.' },
  'compact-record-changes': { title: 'Log of changes', purpose: 'Keeps the log of changed records small.' },
  'purge-expired-sessions': { title: 'Old sign-ins of shoppers', purpose: 'Deletes sign-ins that have expired.' },
  'purge-staff-sessions': { title: 'Old sign-ins of staff', purpose: 'Deletes sign-ins that have expired.' },
  'purge-guest-favourites': { title: 'Old favourites of guests', purpose: 'Deletes favourites of guests who didn’t return.' },
  'purge-webhooks': { title: 'Old webhooks', purpose: 'Deletes webhooks that were delivered 30 days ago.' },
  'purge-analytics-events': { title: 'Old visits', purpose: 'Deletes visits and searches that are too old to keep.' },
  'purge-form-submissions': { title: 'Old form entries', purpose: 'Deletes form entries that are too old to keep.' },
  'purge-notifications': { title: 'Old notifications', purpose: 'Deletes notifications that were sent.' },
  'purge-error-groups': { title: 'Old errors', purpose: 'Deletes errors that didn’t happen for 90 days.' },
  'purge-order-links': { title: 'Old links to orders', purpose: 'Deletes links to orders a while after they ended.' },
  'purge-claim-photos': { title: 'Old photos of claims', purpose: 'Deletes photos whose claim was never sent.' },
  'purge-carts': { title: 'Old carts', purpose: 'Deletes carts of guests who didn’t return.' },
  'purge-idempotency-keys': { title: 'Old request keys', purpose: 'Deletes keys that make repeated requests safe for a day.' },
  'purge-imports': { title: 'Old imports', purpose: 'Deletes files of old imports.' },
  'store-pictures': { title: 'Pictures to storage', purpose: 'Moves files of pictures to PICTURE_STORAGE.' },
  'purge-pictures': { title: 'Old pictures', purpose: 'Deletes pictures that nobody uses any more.' },
  'purge-checkouts': { title: 'Old checkouts', purpose: 'Deletes checkouts that were never finished.' },
  'purge-all-checkouts': { title: 'Forgotten checkouts', purpose: 'Deletes unfinished checkouts that the hourly job missed, each night.' },
  'purge-mail-log': { title: 'Old emails', purpose: 'Deletes texts of emails after 90 days, and the log of emails after two years.' },
  'purge-system-log': { title: 'Old system records', purpose: 'Deletes incidents and backup reports after a year.' },
};

/** By the name of the queue. */
export const QUEUE_TEXT: Readonly<Record<string, string>> = {
  'send-order-email': 'Email about an order',
  'send-gift-card-email': 'Email with a gift card',
  'send-identity-email': 'Email about signing in',
  'send-staff-email': 'Email to staff',
  'send-form-email': 'Email about a form entry',
  'send-loyalty-email': 'Email about loyalty',
  'send-marketing-email': 'Marketing email',
  'send-club-email': 'Email about a club',
  'send-payment-link': 'Email with a payment link',
  'send-supplier-claim': 'Email with a claim to a supplier',
  'forward-error-report': 'Error report',
};

export const titleOfJob = (name: string): string => JOB_TEXT[name]?.title ?? QUEUE_TEXT[name] ?? name;
