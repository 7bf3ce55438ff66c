/** Opens encrypted ("sealed") actions once the message with the secret is stored. Only WhatsApp has them. */
export { unseal } from './whatsapp/parsing/sealed'
