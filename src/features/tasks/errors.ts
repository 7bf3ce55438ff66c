import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const taskErrors = defineErrors(translations, {
  /** Also for tasks of others. */
  ERR_NO_TASK_FOUND: { status: 404, text: 'Tarefa não encontrada.' },
  /** The colleague's list is full. `details.most`: open tasks per person. */
  ERR_TASK_LIMIT_OF_OTHER: { status: 409, text: 'Esta pessoa já tem o máximo de tarefas por fazer.' },
  /** `details.most`: open tasks per person. */
  ERR_TASK_LIMIT: { status: 409, text: 'Você já tem o máximo de tarefas por fazer: conclua ou exclua algumas.' },
})
