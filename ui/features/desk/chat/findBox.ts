/** The search field of the conversation. */
export const FIND_BOX = 'chat-find'
