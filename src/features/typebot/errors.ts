import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const typebotErrors = defineErrors(translations, {
  ERR_TYPEBOT_NOT_CONFIGURED: {
    status: 409,
    text: 'O Typebot não está configurado: um administrador pode fazer isso em Configurações, Integrações.',
  },
  ERR_TYPEBOT_TOKEN: { status: 409, text: 'O Typebot não aceitou o token: confira-o em Configurações, Integrações.' },
  /** The builder's address is not https on the public internet, nor one that the operator allows. */
  ERR_TYPEBOT_ADDRESS: { status: 409, text: 'O endereço do Typebot precisa começar com https:// e estar na internet.' },
  ERR_TYPEBOT_UNREACHABLE: {
    status: 503,
    text: 'O Typebot não respondeu como esperado. Confira o endereço do editor e tente de novo.',
  },
  ERR_NO_TYPEBOT_FOUND: { status: 404, text: 'Este fluxo ou espaço não existe no Typebot, ou o token não o alcança.' },
  ERR_TYPEBOT_NOT_PUBLISHED: { status: 409, text: 'Este fluxo ainda não foi publicado no Typebot.' },
})
