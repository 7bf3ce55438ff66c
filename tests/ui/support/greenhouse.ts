/** A module that does not exist, with everything that a folder and a line in `ui/modules.ts` bring to the screens. */
import { Leaf } from 'lucide-react'
import { createElement } from 'react'
import type { AuditKinds } from '../../../ui/shared/audit'
import type { TextKey } from '../../../ui/shared/i18n/catalogue'
import { defineTexts } from '../../../ui/shared/i18n/define'
import { text } from '../../../ui/shared/i18n/language'
import { defineModule } from '../../../ui/shared/module'
import type { LogKinds } from '../../../ui/shared/ticketLog'

/** As the JSON files beside a texts file. */
const translations = {
  en: {
    title: 'Greenhouse',
    plant: 'Plant',
    water: 'watered',
    litres: 'Litres',
    watered: 'Watered',
    dry: 'The greenhouse is dry.',
  },
  es: {
    title: 'Invernadero',
    plant: 'Planta',
    water: 'riego',
    litres: 'Litros',
    watered: 'Regó',
    dry: 'El invernadero está seco.',
  },
  tr: {
    title: 'Sera',
    plant: 'Bitki',
    water: 'sulandı',
    litres: 'Litre',
    watered: 'Suladı',
    dry: 'Sera kuru.',
  },
}
const texts = defineTexts('greenhouse', async (language) => ({ default: translations[language] }), {
  title: 'Estufa',
  plant: 'Planta',
  water: 'rega',
  litres: 'Litros',
  watered: 'Regou',
  dry: 'A estufa está seca.',
})

/** The line in `ui/modules.ts` would add the texts to the known ones. */
const key = (name: keyof NonNullable<(typeof texts)['portuguese']>['greenhouse']) => `greenhouse.${name}` as TextKey
const said = (name: Parameters<typeof key>[0]) => text().find(key(name))

const auditKinds: AuditKinds = {
  plant: { name: key('plant'), order: 1000, acts: { water: key('water') }, fields: { litres: key('litres') } },
}
const logKinds: LogKinds = { plantWatered: (t, { litres }) => [t.find(key('watered')) ?? '', litres] }

export const greenhouse = defineModule({
  name: 'greenhouse',
  path: '/greenhouse',
  texts: [texts],
  page: async () => () => createElement('h1', null, said('title')),
  menu: {
    group: 'operational',
    order: 40,
    title: { 'pt-BR': 'Estufa', en: 'Greenhouse', es: 'Invernadero', tr: 'Sera' },
    icon: Leaf,
  },
  audit: { texts: [texts], kinds: async () => auditKinds },
  ticketLog: { texts: [texts], kinds: async () => logKinds },
  strip: { order: 5, texts: [texts], strip: async () => () => createElement('aside', null, said('dry')) },
})
