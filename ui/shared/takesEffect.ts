/**
 * What the server stores and nothing reads yet: its controls are hidden. The module that reads it removes its line here and
 * the question at the control.
 */
export const takesEffect: Readonly<
  Record<'signUp' | 'realTime' | 'tokens' | 'mail' | 'typebot' | 'asaas' | 'botType', boolean>
> = {
  signUp: false,
  realTime: false,
  tokens: false,
  mail: false,
  typebot: false,
  asaas: false,
  // WhatsApp shows no lists that a linked device sends: both kinds are numbered lines.
  botType: false,
}
