/** The page of our screens to which a provider sends the person back. A file of its own, because every browser loads it. */
export const MAIL_SIGN_IN_PAGE = '/mail-sign-in'
