import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const integrationErrors = defineErrors(translations, {
  ERR_NO_INTEGRATION_FOUND: { status: 404, text: 'Integração não encontrada.' },
  /** `details.most`: integrations per company. */
  ERR_INTEGRATION_LIMIT: { status: 409, text: 'A empresa já tem integrações demais: exclua as que não usa.' },
  ERR_INTEGRATION_ADDRESS: { status: 400, text: 'O endereço precisa ser https e estar na internet pública.' },
  /** It ended, or was never given. */
  ERR_FILE_LINK: { status: 401, text: 'Este endereço de arquivo não vale mais.' },
  ERR_INTEGRATION_SIGNS_NOTHING: { status: 409, text: 'Só chamadas de webhook e n8n são assinadas.' },
  /** The key file is not valid, or Google refused it. */
  ERR_TEST_SESSION_DIALOG: {
    status: 400,
    text: 'O Dialogflow não aceitou a chave. Confira o projeto e o arquivo da conta de serviço.',
  },
  /** The key works, but the agent did not answer. */
  ERR_TEST_REPLY_DIALOG: { status: 400, text: 'O agente do Dialogflow não respondeu.' },
})
