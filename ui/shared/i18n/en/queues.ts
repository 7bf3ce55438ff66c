import type { queues as pt } from '../pt-BR/queues'
import type { Shape } from '../types'

export const queues: Shape<typeof pt> = {
  title: 'Queues',
  search: 'Search queue',
  new: 'New queue',
  edit: 'Edit {name}',
  remove: 'Delete {name}',
  column: {
    queue: 'Queue',
    order: 'Order',
    people: 'People',
    tickets: 'Active tickets',
  },
  nobody: 'Nobody',
  empty: {
    title: 'No queue yet',
    text: 'Queues are the departments of the company: Sales, Support, Billing. Each person sees the tickets of theirs.',
  },
  form: {
    create: 'New queue',
    edit: 'Edit {name}',
    name: 'Name',
    nameHint: 'What the team calls the department: Sales, Support…',
    sample: 'Your queue',
    color: 'Colour',
    order: 'Order',
    orderHint: 'Queues are shown from the lowest to the highest.',
    greeting: 'Greeting',
    greetingHint:
      'Sent to whoever begins a ticket on a connection with this queue alone, if the company wants it (Settings).',
    people: 'People',
    peopleHint: 'Who works in this queue sees its tickets. Admins and supervisors see all.',
    findPerson: 'Search person',
    createIt: 'Create queue',
    saved: 'Queue {name} saved.',
  },
  delete: {
    title: 'Delete the queue {name}?',
    tickets: {
      one: '{count} active ticket is left without a queue.',
      other: '{count} active tickets are left without a queue.',
    },
    noTickets: 'No active ticket is in it.',
    sight: 'Its conversations stay, closed ones included, and the whole team can see them from then on.',
    people: { one: '{count} person no longer works in it.', other: '{count} people no longer work in it.' },
    connections: { one: '{count} connection no longer uses it.', other: '{count} connections no longer use it.' },
    confirm: 'Delete queue',
    done: 'Queue {name} deleted.',
    blocked:
      'Old messages are imported into this queue by: {connections}. Choose another queue there before deleting it.',
  },
}
