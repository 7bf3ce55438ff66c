/**
 * Settings that the server stores and nothing reads yet: their controls are hidden. The module that starts reading one
 * removes its line here and the check at the control.
 */
export const takesEffect: Readonly<Record<'asaas' | 'botType', boolean>> = {
  asaas: false,
  // WhatsApp does not show list messages of a linked device: both kinds are numbered lines.
  botType: false,
}
