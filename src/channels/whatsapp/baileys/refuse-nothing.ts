/**
 * Works around Baileys: it acknowledges a message that it could not decrypt, or has handled before, with an error. For
 * WhatsApp such a message is not delivered: it comes first at each login for a day, and everything behind it is
 * withheld. Here all acknowledgements are plain. Nothing is lost: what was not decrypted is a row of session.db by then
 * (receiving/gaps.ts).
 */
const REASONS = [
  'ParsingError',
  'UnrecognizedStanza',
  'UnrecognizedStanzaClass',
  'UnrecognizedStanzaType',
  'InvalidProtobuf',
  'InvalidHostedCompanionStanza',
  'MissingMessageSecret',
  'SignalErrorOldCounter',
  'MessageDeletedOnPeer',
  'UnhandledError',
  'UnsupportedAdminRevoke',
  'UnsupportedLIDGroup',
  'DBOperationFailed',
] as const

type Reasons = { readonly NACK_REASONS: Record<(typeof REASONS)[number], number> }

/** Baileys leaves out the error 0. */
export function refuseNothing({ NACK_REASONS }: Reasons): void {
  for (const reason of REASONS) NACK_REASONS[reason] = 0
}
