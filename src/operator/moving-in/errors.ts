import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const movingInErrors = defineErrors(translations, {
  /** A move or a dry run is running. */
  ERR_MOVING_IN_RUNNING: { status: 409, text: 'Uma mudança está em andamento.' },
  /** Nothing is running that could be stopped, or nothing was stopped that could go on. */
  ERR_MOVING_IN_IDLE: { status: 409, text: 'Não há nada em andamento.' },
  /** No dump was given, or it is still being uploaded. */
  ERR_MOVING_IN_NO_SOURCE: { status: 409, text: 'Escolha antes o dump.' },
  /** What was given cannot be read; `details` has the file and why. */
  ERR_MOVING_IN_SOURCE: { status: 422, text: 'O arquivo não pode ser lido.' },
  /** There was no dry run of this dump, or the dump was changed since. */
  ERR_MOVING_IN_DRY_RUN: { status: 409, text: 'Faça antes o ensaio com este dump.' },
  /** A question has no answer, which `details` names. */
  ERR_MOVING_IN_UNANSWERED: { status: 422, text: 'Falta uma resposta.' },
  /** Another file is being uploaded. */
  ERR_MOVING_IN_UPLOADING: { status: 409, text: 'Outro arquivo está sendo enviado.' },
  /** The piece begins elsewhere than the last one ended; `details` says where. */
  ERR_MOVING_IN_PIECE: { status: 409, text: 'O envio parou em outro ponto.' },
})
