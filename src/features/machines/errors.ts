import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const machineErrors = defineErrors(translations, {
  ERR_NO_FLEET: { status: 409, text: 'Esta instalação usa uma máquina só.' },
  ERR_NO_MACHINE_FOUND: { status: 404, text: 'Esta máquina não faz parte da instalação.' },
  ERR_MACHINE_SILENT: { status: 409, text: 'Esta máquina não responde agora.' },
  ERR_MACHINE_EMPTYING: { status: 409, text: 'Esta máquina está sendo esvaziada. Pare isso antes, ou escolha outra.' },
  ERR_MACHINE_TOO_OLD: {
    status: 409,
    text: 'O programa desta máquina é antigo demais para os dados da empresa. Atualize a máquina antes.',
  },
  ERR_MACHINE_FULL: {
    status: 409,
    text: 'O disco desta máquina está cheio. Libere espaço nela antes, ou escolha outra.',
  },
  /** It answers, or has companies. */
  ERR_MACHINE_IN_USE: { status: 409, text: 'Esta máquina ainda responde ou tem empresas. Esvazie-a antes.' },
  ERR_NO_OTHER_MACHINE: { status: 409, text: 'Nenhuma outra máquina pode receber estas empresas.' },
  ERR_OTHER_MACHINES_FULL: {
    status: 409,
    text: 'Os discos de todas as outras máquinas estão cheios. Libere espaço em uma delas antes.',
  },
  ERR_COMPANY_THERE: { status: 409, text: 'A empresa já está nesta máquina.' },
  ERR_COMPANY_MOVING: { status: 409, text: 'A empresa já está sendo movida.' },
  /** It is closed at the old machine and opens at the new one. */
  ERR_MOVE_TOO_LATE: { status: 409, text: 'A empresa já fechou na máquina de antes e não volta mais atrás.' },
  ERR_NO_MOVE_FOUND: { status: 404, text: 'Esta empresa não tem mudança marcada nem em curso.' },
  ERR_COMPANY_NOT_IN_FLEET: { status: 409, text: 'A empresa ainda não foi distribuída entre as máquinas.' },
  /** The fleet's servers did not answer. */
  ERR_FLEET_SILENT: {
    status: 503,
    text: 'Os servidores que ligam as máquinas não respondem. Confira se o NATS está no ar e tente de novo.',
  },
})
