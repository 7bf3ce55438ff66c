/** Broadcast lists: a list's message is a message of its author. The address of status posts only looks like a list. */
export const isBroadcastList = (jid: string | null | undefined): boolean =>
  jid?.endsWith('@broadcast') === true && jid !== 'status@broadcast'
