/** Sentences by key, in the language of the settings. The keys are checked by the compiler. */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Settings } from '../../engine/protocol/shell';
import { en } from './en';
import { pt } from './pt';

type WithoutCount<Key> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
export type MessageKey = WithoutCount<keyof typeof en>;
export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: Values) => string;

export const languages = { en: 'English', pt: 'Português' } as const;
export type Language = keyof typeof languages;

/** The language to speak, given what the person chose and what the system speaks. */
export function chooseLanguage(chosen: Settings['language'], locale: string): Language {
  if (chosen !== 'system') return chosen;
  return locale.toLowerCase().startsWith('pt') ? 'pt' : 'en';
}

export async function startTranslation(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, pt: { translation: pt } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    showSupportNotice: false,
  });
}

export async function changeLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

export const translate: Translate = (key, values) => i18next.t(key, { ...values });

/** In components: redraws when the language changes. */
export function useTranslate(): Translate {
  useTranslation();
  return translate;
}
