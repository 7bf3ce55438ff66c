/** The WhatsApp Cloud API as a product of Meta’s. */
import { type Product, Unsendable } from '../product'

export const cloud: Product = {
  channels: ['whatsapp_cloud'],
  split: () => [],
  read: () => [],
  async render() {
    throw new Unsendable('kindRefused')
  },
  renderAction: () => null,
  acceptedIn: () => undefined,
  async markRead() {},
  async setTyping() {},
  block: async () => false,
  picture: async () => false,
  async locate() {
    throw new Error('meta: no such file')
  },
}
