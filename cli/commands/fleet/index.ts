/** Several machines that serve one installation. */
import { Command } from 'commander'
import { doctorCommand } from './doctor'
import { addNodeCommand, initCommand } from './init'
import { joinCommand } from './join'
import { drainCommand, leaveCommand, moveCommand, rebalanceCommand } from './orders'
import { statusCommand } from './status'

export const fleetCommand = () =>
  new Command('fleet')
    .description('Serve one installation from several machines: make a fleet, look at it, move companies')
    .addCommand(initCommand())
    .addCommand(addNodeCommand())
    .addCommand(joinCommand())
    .addCommand(statusCommand())
    .addCommand(moveCommand())
    .addCommand(drainCommand())
    .addCommand(rebalanceCommand())
    .addCommand(leaveCommand())
    .addCommand(doctorCommand())
