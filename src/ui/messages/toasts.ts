/** Text of toasts, which load on demand. */
export const toastMessages = { dismiss: 'Dismiss', notifications: 'Notifications' } as const;
