/** One address of a person or group on a messenger. A LID is WhatsApp's identifier that hides the phone number. */
export type Address = { readonly kind: 'phone' | 'lid' | 'group'; readonly value: string }
