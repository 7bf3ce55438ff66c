import type { queues as pt } from '../pt-BR/queues'
import type { Shape } from '../types'

export const queues: Shape<typeof pt> = {
  title: 'Colas',
  search: 'Buscar cola',
  new: 'Nueva cola',
  edit: 'Editar {name}',
  remove: 'Eliminar {name}',
  column: {
    queue: 'Cola',
    order: 'Orden',
    people: 'Personas',
    tickets: 'Atenciones activas',
  },
  nobody: 'Nadie',
  empty: {
    title: 'Todavía no hay colas',
    text: 'Las colas son los sectores de la empresa: Ventas, Soporte, Finanzas. Cada persona ve las atenciones de las suyas.',
  },
  form: {
    create: 'Nueva cola',
    edit: 'Editar {name}',
    name: 'Nombre',
    nameHint: 'Cómo llama el equipo al sector: Ventas, Soporte…',
    sample: 'Su cola',
    color: 'Color',
    order: 'Orden',
    orderHint: 'Las colas aparecen de menor a mayor.',
    greeting: 'Saludo',
    greetingHint:
      'Se envía a quien inicia una atención en una conexión solo con esta cola, si la empresa lo quiere (Configuración).',
    people: 'Personas',
    peopleHint: 'Quien atiende en esta cola ve sus atenciones. Administradores y supervisores las ven todas.',
    findPerson: 'Buscar persona',
    createIt: 'Crear cola',
    saved: 'Cola {name} guardada.',
  },
  delete: {
    title: '¿Eliminar la cola {name}?',
    tickets: {
      one: '{count} atención activa queda sin cola.',
      other: '{count} atenciones activas quedan sin cola.',
    },
    noTickets: 'No hay ninguna atención activa en ella.',
    sight: 'Sus conversaciones continúan, también las cerradas, y todo el equipo podrá verlas.',
    people: { one: '{count} persona deja de atender en ella.', other: '{count} personas dejan de atender en ella.' },
    connections: { one: '{count} conexión deja de usarla.', other: '{count} conexiones dejan de usarla.' },
    confirm: 'Eliminar cola',
    done: 'Cola {name} eliminada.',
    blocked:
      'Importa mensajes antiguos a esta cola: {connections}. Elija otra cola en la conexión antes de eliminarla.',
  },
}
