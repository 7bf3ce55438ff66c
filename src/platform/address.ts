/** Where a request goes to. Without a Host, as old clients ask, its address is a path alone; with one of nonsense it is none. */
const HERE = 'http://localhost'

export const hasAddress = ({ url }: Request): boolean => URL.canParse(url, HERE)
export const addressOf = ({ url }: Request): URL => new URL(url, HERE)
