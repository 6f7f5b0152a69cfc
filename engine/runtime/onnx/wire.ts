/**
 * The part of ONNX's protocol buffer messages that our graphs use, written field by field. Field numbers are those of
 * onnx.proto (IR version 10); protobufjs does the wire format.
 */
import protobuf from 'protobufjs/minimal.js';

type Writer = protobuf.Writer;

/** TensorProto.DataType */
export const elementTypes = {
  float32: 1,
  uint8: 2,
  int8: 3,
  int64: 7,
  float16: 10,
  bfloat16: 16,
} as const;
export type ElementType = keyof typeof elementTypes;

/** A dimension is a size or the name of one that differs from run to run. */
export type Dimension = number | string;

export type Attribute = number | { readonly float: number } | readonly number[] | string;

export interface GraphNode {
  readonly operator: string;
  readonly domain: string;
  /** An empty name leaves an optional input out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

export interface GraphValue {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly Dimension[];
}

export interface Initializer {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly data:
    | { readonly kind: 'inline'; readonly bytes: Uint8Array }
    /** Bytes of a file below the folder that the session is given. */
    | {
        readonly kind: 'external';
        readonly location: string;
        readonly offset: number;
        readonly length: number;
      };
}

export interface GraphParts {
  readonly nodes: readonly GraphNode[];
  readonly initializers: readonly Initializer[];
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
  readonly operatorSets: Readonly<Record<string, number>>;
}

const lengthDelimited = 2;
const tag = (field: number): number => (field << 3) | lengthDelimited;

export function encodeModel(parts: GraphParts): Uint8Array {
  const writer = protobuf.Writer.create();
  writer.uint32(1 << 3).int64(10);
  message(writer, 7, () => {
    for (const node of parts.nodes) message(writer, 1, () => writeNode(writer, node));
    writer.uint32(tag(2)).string('graph');
    for (const initializer of parts.initializers) {
      message(writer, 5, () => writeInitializer(writer, initializer));
    }
    for (const value of parts.inputs) message(writer, 11, () => writeValue(writer, value));
    for (const value of parts.outputs) message(writer, 12, () => writeValue(writer, value));
  });
  for (const [domain, version] of Object.entries(parts.operatorSets)) {
    message(writer, 8, () => {
      writer.uint32(tag(1)).string(domain);
      writer.uint32(2 << 3).int64(version);
    });
  }
  return writer.finish();
}

function message(writer: Writer, field: number, write: () => void): void {
  writer.uint32(tag(field)).fork();
  write();
  writer.ldelim();
}

function writeNode(writer: Writer, node: GraphNode): void {
  for (const input of node.inputs) writer.uint32(tag(1)).string(input);
  for (const output of node.outputs) writer.uint32(tag(2)).string(output);
  // The first output names the node, so that the runtime's errors point at something.
  writer.uint32(tag(3)).string(node.outputs[0] ?? '');
  writer.uint32(tag(4)).string(node.operator);
  for (const [name, value] of Object.entries(node.attributes)) {
    message(writer, 5, () => writeAttribute(writer, name, value));
  }
  writer.uint32(tag(7)).string(node.domain);
}

function writeAttribute(writer: Writer, name: string, value: Attribute): void {
  writer.uint32(tag(1)).string(name);
  const kind = (type: number) => writer.uint32(20 << 3).int32(type);
  if (typeof value === 'number') {
    writer.uint32(3 << 3).int64(value);
    kind(2);
  } else if (typeof value === 'string') {
    writer.uint32(tag(4)).string(value);
    kind(3);
  } else if ('float' in value) {
    writer.uint32((2 << 3) | 5).float(value.float);
    kind(1);
  } else {
    for (const item of value) writer.uint32(8 << 3).int64(item);
    kind(7);
  }
}

function writeValue(writer: Writer, value: GraphValue): void {
  writer.uint32(tag(1)).string(value.name);
  message(writer, 2, () => {
    message(writer, 1, () => {
      writer.uint32(1 << 3).int32(elementTypes[value.type]);
      message(writer, 2, () => {
        for (const dim of value.dims) {
          message(writer, 1, () => {
            if (typeof dim === 'string') writer.uint32(tag(2)).string(dim);
            else writer.uint32(1 << 3).int64(dim);
          });
        }
      });
    });
  });
}

function writeInitializer(writer: Writer, initializer: Initializer): void {
  for (const dim of initializer.dims) writer.uint32(1 << 3).int64(dim);
  writer.uint32(2 << 3).int32(elementTypes[initializer.type]);
  writer.uint32(tag(8)).string(initializer.name);
  const { data } = initializer;
  if (data.kind === 'inline') {
    writer.uint32(tag(9)).bytes(data.bytes);
    return;
  }
  const entries = { location: data.location, offset: String(data.offset), length: String(data.length) };
  for (const [key, value] of Object.entries(entries)) {
    message(writer, 13, () => {
      writer.uint32(tag(1)).string(key);
      writer.uint32(tag(2)).string(value);
    });
  }
  writer.uint32(14 << 3).int32(1);
}
