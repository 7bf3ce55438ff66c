/** The field that searches the conversation. */
export const FIND_BOX = 'chat-find'
