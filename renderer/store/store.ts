/** The store itself. Components select from it by `useStore`; everything else reads `store.getState()`. */
import { useStore as useZustand } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { initialState, type State } from './state';

export const store = createStore<State>(() => initialState);

export const useStore = <T>(select: (state: State) => T): T => useZustand(store, select);

export const get = (): State => store.getState();
export const set = (change: Partial<State>): void => store.setState(change);
