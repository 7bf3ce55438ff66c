/** Opens sealed actions once the message with the secret is stored. Only WhatsApp seals so far. */
export { unseal } from './whatsapp/parsing/sealed'
