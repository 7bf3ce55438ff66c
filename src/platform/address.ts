/**
 * The URL of a request. Without a Host header, as from old clients, it is only a path; with an invalid one there is
 * none.
 */
const HERE = 'http://localhost'

export const hasAddress = ({ url }: Request): boolean => URL.canParse(url, HERE)
export const addressOf = ({ url }: Request): URL => new URL(url, HERE)
