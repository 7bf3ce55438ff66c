import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const updateErrors = defineErrors(translations, {
  ERR_UPDATE_RUNNING: { status: 409, text: 'Uma atualização já está em curso.' },
  /** The page is old, or the address offers another version by now. */
  ERR_NO_SUCH_UPDATE: { status: 409, text: 'Esta versão não está mais à disposição. Procure de novo.' },
  ERR_UPDATES_OFF: { status: 409, text: 'Esta instalação não pode se atualizar por aqui.' },
  /** Only by hand, so that nobody finds it failed every morning. */
  ERR_UPDATE_FAILED_BEFORE: { status: 409, text: 'Esta versão já falhou aqui. Tente de novo só com alguém olhando.' },
  /** It does not belong to the service's user, or is none. */
  ERR_UPDATE_FOLDER: {
    status: 409,
    text: 'A pasta programs dos dados não pode ser escrita: veja a quem ela pertence.',
  },
  /** No company holds the fleet's update up. */
  ERR_UPDATE_NOT_HELD_UP: { status: 409, text: 'A atualização não está esperando por nenhuma empresa.' },
  ERR_UPDATE_TOO_LATE: { status: 409, text: 'A troca já começou e não pode mais ser cancelada.' },
})
