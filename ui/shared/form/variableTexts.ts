/** The names of variables in texts to contacts: apart, because the shell says them too. */
import { defineTexts } from '../i18n/define'

export const variableTexts = defineTexts('variables', {
  'pt-BR': {
    insert: 'Inserir',
    length: '{length} de {max}',
    firstName: 'primeiro nome',
    name: 'nome',
    ms: 'saudação',
    protocol: 'protocolo',
    date: 'data',
    hour: 'hora',
    nextOpening: 'próxima abertura',
  },
  en: {
    insert: 'Insert',
    length: '{length} of {max}',
    firstName: 'first name',
    name: 'name',
    ms: 'greeting',
    protocol: 'protocol',
    date: 'date',
    hour: 'time',
    nextOpening: 'next opening',
  },
  es: {
    insert: 'Insertar',
    length: '{length} de {max}',
    firstName: 'primer nombre',
    name: 'nombre',
    ms: 'saludo',
    protocol: 'protocolo',
    date: 'fecha',
    hour: 'hora',
    nextOpening: 'próxima apertura',
  },
  tr: {
    insert: 'Ekle',
    length: '{length} / {max}',
    firstName: 'ilk ad',
    name: 'ad',
    ms: 'selamlama',
    protocol: 'protokol',
    date: 'tarih',
    hour: 'saat',
    nextOpening: 'sonraki açılış',
  },
})
