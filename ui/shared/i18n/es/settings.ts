import type { settings as pt } from '../pt-BR/settings'
import type { Shape } from '../types'

export const settings: Shape<typeof pt> = {
  title: 'Configuración',
  incoming: 'Lo que llega',
  attendance: 'Atención',
  waiting: 'Espera',
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
  sign: {
    title: 'Permitir la firma',
    text: 'Cada persona puede poner su nombre encima de lo que escribe al contacto.',
  },
  signUsual: {
    title: 'Firmar de forma predeterminada',
    text: 'Quien aún no eligió empieza firmando. Solo vale con la firma permitida.',
  },
  greetingQueue: {
    title: 'Saludo de la cola',
    text: 'Donde la conexión tiene una sola cola, quien inicia una atención recibe su saludo. Los grupos no.',
  },
  greeting: {
    title: 'Saludo al aceptar',
    text: 'Quien acepta una atención se presenta al contacto por su nombre. No en grupos.',
  },
  transfer: {
    title: 'Avisar de transferencias',
    text: 'El contacto se entera de quién lo atiende ahora o en qué cola espera. No en grupos.',
  },
  farewellWaiting: {
    title: 'Despedida al cerrar a quien espera',
    text: 'Envía el mensaje de cierre también cuando la atención se cierra sin haber sido aceptada.',
  },
  waitingAmber: {
    title: 'Espera en amarillo a partir de',
    text: 'En la lista, el tiempo de quien espera respuesta se pone amarillo.',
  },
  waitingRed: {
    title: 'Espera en rojo a partir de',
    text: 'El mismo tiempo se pone rojo: ya se espera demasiado.',
  },
}
