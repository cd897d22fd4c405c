/** Errors of office calls about settings. */
export const OFFICE_SETTING_ERRORS = {
  SETTING_UNKNOWN: { setting_unknown: { status: 404, title: 'There is no setting <group> for <scope>.' } },
  INVALID: { setting_invalid: { status: 422, title: '<reason>' } },
  PAST: { setting_past: { status: 422, title: 'Choose a time that is still to come, or save the change now.' } },
  VERSION_UNKNOWN: { version_unknown: { status: 404, title: 'There is no version <revision> of this setting.' } },
  NOT_SENT: {
    email_not_sent: { status: 502, title: 'The mail server didn’t take the email. Test the connection in the settings of email.' },
  },
  WHOLE_SHOP: {
    whole_shop: { status: 403, title: 'This holds for every market. Only colleagues who work in all markets can change it.' },
  },
} as const;
