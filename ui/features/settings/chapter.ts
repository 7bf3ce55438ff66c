import { Settings } from 'lucide-react'
import { defineChapter } from '../../shared/chapter'
import { texts } from './texts'

export const settings = defineChapter({
  name: 'settings',
  path: '/settings',
  texts: [texts],
  page: () => import('./SettingsPage').then((file) => file.SettingsPage),
  menu: {
    group: 'administration',
    order: 23,
    title: { 'pt-BR': 'Configurações', en: 'Settings', es: 'Configuración', tr: 'Ayarlar' },
    icon: Settings,
    needs: 'drawer-admin-items:view',
  },
  watch: () => import('./useSettingEvents').then((file) => file.useSettingEvents),
})
