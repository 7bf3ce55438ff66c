/** What each tab shows. */
import type { ComponentType } from 'react'
import { AddressTab } from './address/AddressTab'
import { MachinesTab } from './machines/MachinesTab'
import { UpdateTab } from './update/UpdateTab'
import type { InstallationTab } from './view'

export const parts: Readonly<Record<InstallationTab, ComponentType>> = {
  address: AddressTab,
  update: UpdateTab,
  machines: MachinesTab,
}
