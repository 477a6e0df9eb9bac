// The rights for the API's resources: gateway, functions, tables, logs.
import { API_OF_GATEWAY, PART_OF_API } from './gateway.ts';
import { ANY, IN_REGION, type Rights, regional } from './right.ts';

const FUNCTION = [regional('lambda', 'function:api-function-*'), regional('lambda', 'function:checks-*')];
const ACCESS_LOG = regional('logs', 'log-group:api-gateway-access-*');
const LOG_GROUPS = [
  regional('logs', 'log-group:api-function-logs-*'),
  regional('logs', 'log-group:checks-logs-*'),
  ACCESS_LOG,
];
const TABLES = [regional('dynamodb', 'table/api-store-*')];

export const API_RIGHTS: Rights = {
  'aws:apigatewayv2/api:Api': API_OF_GATEWAY,
  'aws:apigatewayv2/integration:Integration': PART_OF_API,
  'aws:apigatewayv2/route:Route': PART_OF_API,
  'aws:apigatewayv2/stage:Stage': [
    ...API_OF_GATEWAY,
    {
      // API Gateway sets up the delivery of its access log with the caller's rights:
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html
      on: ANY,
      write: [
        'logs:CreateLogDelivery',
        'logs:DeleteLogDelivery',
        'logs:DescribeResourcePolicies',
        'logs:GetLogDelivery',
        'logs:ListLogDeliveries',
        'logs:PutResourcePolicy',
        'logs:UpdateLogDelivery',
      ],
      when: IN_REGION,
    },
  ],
  'aws:cloudwatch/logGroup:LogGroup': [
    {
      on: LOG_GROUPS,
      read: ['logs:ListTagsForResource'],
      write: [
        'logs:DeleteLogGroup',
        'logs:DeleteRetentionPolicy',
        'logs:PutRetentionPolicy',
        'logs:TagResource',
        'logs:UntagResource',
      ],
      tagged: true,
    },
    { on: LOG_GROUPS, create: ['logs:CreateLogGroup', 'logs:TagResource'] },
    // The provider finds a group in the list of all groups.
    { on: ANY, read: ['logs:DescribeLogGroups'], when: IN_REGION },
  ],
  'aws:cloudwatch/logMetricFilter:LogMetricFilter': [
    {
      // A metric filter has no tags and no ARN: these are authorized for its log group.
      on: LOG_GROUPS,
      read: ['logs:DescribeMetricFilters'],
      write: ['logs:DeleteMetricFilter', 'logs:PutMetricFilter'],
      tagged: true,
    },
  ],
  'aws:dynamodb/table:Table': [
    {
      // The tables themselves, never their items.
      on: TABLES,
      read: [
        'dynamodb:DescribeContinuousBackups',
        'dynamodb:DescribeTable',
        'dynamodb:DescribeTimeToLive',
        'dynamodb:ListTagsOfResource',
      ],
      write: [
        'dynamodb:DeleteTable',
        'dynamodb:TagResource',
        'dynamodb:UntagResource',
        'dynamodb:UpdateContinuousBackups',
        'dynamodb:UpdateTable',
        'dynamodb:UpdateTimeToLive',
      ],
      tagged: true,
    },
    { on: TABLES, create: ['dynamodb:CreateTable', 'dynamodb:TagResource'] },
  ],
  'aws:lambda/function:Function': [
    {
      on: FUNCTION,
      read: [
        // Its response has a link to the code. The provider reads a function with nothing else (resourceFunctionRead in
        // internal/service/lambda/function.go), and a preview refreshes: a role without it cannot preview. With the
        // tags it is the code of this project's function only, which is this repository.
        'lambda:GetFunction',
        'lambda:GetFunctionCodeSigningConfig',
        'lambda:ListTags',
        'lambda:ListVersionsByFunction',
      ],
      write: [
        'lambda:DeleteFunction',
        'lambda:DeleteFunctionConcurrency',
        'lambda:GetFunctionConfiguration',
        'lambda:PublishVersion',
        'lambda:PutFunctionConcurrency',
        'lambda:TagResource',
        'lambda:UntagResource',
        'lambda:UpdateFunctionCode',
        'lambda:UpdateFunctionConfiguration',
      ],
      tagged: true,
    },
    { on: FUNCTION, create: ['lambda:CreateFunction', 'lambda:TagResource'] },
  ],
  'aws:lambda/alias:Alias': [
    {
      on: FUNCTION,
      read: ['lambda:GetAlias'],
      write: ['lambda:CreateAlias', 'lambda:DeleteAlias', 'lambda:UpdateAlias'],
      tagged: true,
    },
  ],
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': [
    {
      on: FUNCTION,
      read: ['lambda:GetFunctionEventInvokeConfig'],
      write: ['lambda:DeleteFunctionEventInvokeConfig', 'lambda:PutFunctionEventInvokeConfig'],
      tagged: true,
    },
  ],
  'aws:lambda/permission:Permission': [
    {
      on: FUNCTION,
      read: ['lambda:GetPolicy'],
      write: ['lambda:AddPermission', 'lambda:RemovePermission'],
      tagged: true,
    },
  ],
};
