/** What each tab shows. */
import type { ComponentType } from 'react'
import { AddressTab } from './address/AddressTab'
import { UpdateTab } from './update/UpdateTab'
import type { InstallationTab } from './view'

export const parts: Readonly<Record<InstallationTab, ComponentType>> = { address: AddressTab, update: UpdateTab }
