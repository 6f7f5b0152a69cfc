/**
 * Writes an ONNX graph whose weights stay in safetensors files: initializers point at the stored bytes, and types
 * narrower than fp32 are widened by a Cast that the runtime folds away when it loads the graph.
 */
import { dirname, relative, sep } from 'node:path';
import type { StoredTensor, StoredType } from '../safetensors';
import { blockInputs } from '../weight-blocks';
import {
  type Attribute,
  type Dimension,
  type ElementType,
  elementTypes,
  encodeModel,
  type GraphNode,
  type GraphValue,
  type Initializer,
} from './wire';

/** Name of a value in the graph. */
export type Value = string;

/** A finished graph: bytes of the model without weights, and the folder that their places are relative to. */
export interface Graph {
  readonly bytes: Uint8Array;
  readonly weightsFolder: string;
}

const storedElementTypes: Readonly<Partial<Record<StoredType, ElementType>>> = {
  F32: 'float32',
  F16: 'float16',
  BF16: 'bfloat16',
  U8: 'uint8',
  I8: 'int8',
};

/** ONNX Runtime's own operators. */
const runtimeDomain = 'com.microsoft';

export class GraphBuilder {
  private readonly nodes: GraphNode[] = [];
  private readonly inputs: GraphValue[] = [];
  private readonly outputs: GraphValue[] = [];
  private readonly inline: Initializer[] = [];
  private readonly stored = new Map<string, { tensor: StoredTensor; dims: readonly number[] }>();
  private readonly weightValues = new Map<string, Value>();
  private readonly blankRows = new Map<number, Value>();
  private count = 0;

  input(name: string, type: ElementType, dims: readonly Dimension[]): Value {
    this.inputs.push({ name, type, dims });
    return name;
  }

  /** Declares the value as an output of the graph under `name`. */
  output(name: string, value: Value, type: ElementType, dims: readonly Dimension[]): void {
    this.nodes.push({
      operator: 'Identity',
      domain: '',
      inputs: [value],
      outputs: [name],
      attributes: {},
    });
    this.outputs.push({ name, type, dims });
  }

  /** Adds a standard operator with one output. */
  node(
    operator: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): Value {
    return this.add(operator, '', inputs, attributes, 1)[0] ?? '';
  }

  /** Adds a standard operator with several outputs. */
  outputsOf(
    operator: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, Attribute>>,
    outputs: number,
  ): readonly Value[] {
    return this.add(operator, '', inputs, attributes, outputs);
  }

  /** Adds one of ONNX Runtime's own operators (`com.microsoft`). */
  runtimeNode(
    operator: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): Value {
    return this.add(operator, runtimeDomain, inputs, attributes, 1)[0] ?? '';
  }

  /** A stored tensor as fp32. `dims` may regroup its dimensions; the bytes stay as they lie. */
  weight(tensor: StoredTensor, dims: readonly number[] = tensor.dims): Value {
    const key = `${tensor.name}[${dims.join(',')}]`;
    const known = this.weightValues.get(key);
    if (known !== undefined) return known;
    const raw = this.rawWeight(tensor, dims);
    const value = tensor.type === 'F32' ? raw : this.node('Cast', [raw], { to: elementTypes.float32 });
    this.weightValues.set(key, value);
    return value;
  }

  /** A stored tensor in the type that it is stored in. */
  rawWeight(tensor: StoredTensor, dims: readonly number[] = tensor.dims): Value {
    const name = `weight:${tensor.name}[${dims.join(',')}]`;
    this.stored.set(name, { tensor, dims });
    return name;
  }

  /** Rows [Q, inputs] times the transpose of a matrix quantised as in `weight-blocks.ts`. */
  quantisedProduct(rows: Value, inputs: number, blocks: StoredTensor, scales: StoredTensor): Value {
    const [outputs = 0, , blockBytes = 0] = blocks.dims;
    const bits = (blockBytes * 8) / blockInputs;
    const product = (all: Value): Value =>
      this.runtimeNode('MatMulNBits', [all, this.rawWeight(blocks), this.rawWeight(scales)], {
        K: inputs,
        N: outputs,
        bits,
        block_size: blockInputs,
        // Products in integers: the fastest kernels, and the only ones that give one row the same bits as many.
        accuracy_level: 4,
      });
    if (bits > 4) return product(rows);
    // Not of 4 bits without VNNI, where a row alone has a kernel of its own: there is never one alone.
    const spare = this.node('Concat', [rows, this.blankRow(inputs)], { axis: 0 });
    return this.node('Slice', [product(spare), this.integers([0]), this.integers([-1]), this.integers([0])]);
  }

  private blankRow(length: number): Value {
    const known = this.blankRows.get(length) ?? this.floats(new Array<number>(length).fill(0), [1, length]);
    this.blankRows.set(length, known);
    return known;
  }

  integers(values: readonly number[], dims: readonly number[] = [values.length]): Value {
    const data = BigInt64Array.from(values, (value) => BigInt(value));
    return this.constant('int64', new Uint8Array(data.buffer), dims);
  }

  floats(values: readonly number[], dims: readonly number[] = [values.length]): Value {
    return this.constant('float32', new Uint8Array(Float32Array.from(values).buffer), dims);
  }

  finish(): Graph {
    const folder = commonFolder([...this.stored.values()].map(({ tensor }) => tensor.file));
    const initializers: Initializer[] = [...this.inline];
    for (const [name, { tensor, dims }] of this.stored) {
      const type = storedElementTypes[tensor.type];
      if (!type) throw new Error(`The type ${tensor.type} of "${tensor.name}" cannot be a weight.`);
      const location = relative(folder, tensor.file).split(sep).join('/');
      const data = { kind: 'external' as const, location, offset: tensor.offset, length: tensor.bytes };
      initializers.push({ name, type, dims, data });
    }
    const bytes = encodeModel({
      nodes: this.nodes,
      initializers,
      inputs: this.inputs,
      outputs: this.outputs,
      operatorSets: { '': 21, [runtimeDomain]: 1 },
    });
    return { bytes, weightsFolder: folder };
  }

  private constant(type: ElementType, bytes: Uint8Array, dims: readonly number[]): Value {
    const name = `constant:${this.count++}`;
    this.inline.push({ name, type, dims, data: { kind: 'inline', bytes } });
    return name;
  }

  private add(
    operator: string,
    domain: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, Attribute>>,
    outputCount: number,
  ): readonly Value[] {
    const outputs = Array.from({ length: outputCount }, () => `${operator}:${this.count++}`);
    this.nodes.push({ operator, domain, inputs, outputs, attributes });
    return outputs;
  }
}

/** Deepest folder that all files lie in. */
function commonFolder(files: readonly string[]): string {
  const [first = '', ...others] = files.map((file) => dirname(file).split(sep));
  let common = first === '' ? [] : [...first];
  for (const parts of others) {
    let shared = 0;
    while (shared < common.length && shared < parts.length && common[shared] === parts[shared]) shared++;
    common = common.slice(0, shared);
  }
  return common.join(sep) || sep;
}
