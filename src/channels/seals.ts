/** Opens what a messenger handed on sealed, once the message that holds the secret is there. Only WhatsApp seals so far. */
export { unseal } from './whatsapp/sealed'
