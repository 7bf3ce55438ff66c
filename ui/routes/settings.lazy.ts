import { createLazyRoute } from '@tanstack/react-router'
import { SettingsPage } from '../features/settings/SettingsPage'

export const Route = createLazyRoute('/private/settings')({ component: SettingsPage })
