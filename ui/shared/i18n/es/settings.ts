import type { settings as pt } from '../pt-BR/settings'
import type { Shape } from '../types'

export const settings: Shape<typeof pt> = {
  title: 'Configuración',
  incoming: 'Lo que llega',
  attendance: 'Atención',
  groups: {
    title: 'Atender grupos',
    text: 'Los mensajes de grupos se convierten en atenciones. Apagado, se ignoran.',
  },
  calls: {
    title: 'Aceptar llamadas',
    text: 'Apagado, toda llamada se rechaza y quien llamó recibe un mensaje que lo explica.',
  },
  audio: {
    title: 'Aceptar audios de contactos nuevos',
    text: 'Apagado, el audio se guarda y se avisa al contacto. Se puede cambiar en cada contacto.',
  },
  farewellWaiting: {
    title: 'Despedida al cerrar a quien espera',
    text: 'Envía el mensaje de cierre también cuando la atención se cierra sin haber sido aceptada.',
  },
}
