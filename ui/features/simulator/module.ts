import { FlaskConical } from 'lucide-react'
import { defineModule } from '../../shared/module'
import { breaking } from './texts/breaking'
import { chat } from './texts/chat'
import { events } from './texts/events'
import { hooks } from './texts/hooks'
import { mail } from './texts/mail'
import { phones } from './texts/phones'
import { pix } from './texts/pix'

export const simulator = defineModule({
  name: 'simulator',
  path: '/simulator',
  texts: [phones, chat, breaking, events, mail, pix, hooks],
  page: () => import('./SimulatorPage').then((file) => file.SimulatorPage),
  menu: {
    group: 'administration',
    // Our own page, ordered after those numbered in plans.
    order: 99,
    title: { 'pt-BR': 'Simulador', en: 'Simulator', es: 'Simulador', tr: 'Simülatör' },
    icon: FlaskConical,
    needs: 'simulator-page:use',
    simulator: true,
  },
})
