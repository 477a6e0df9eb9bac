// The rights for the API's resources: gateway, function and its role, tables, logs, alarms.
import { ANY, gatewayRight, IN_REGION, type Rights, regional } from './right.ts';

const FUNCTION_ROLE = ['arn:aws:iam::{account}:role/api-function-role-*'];
const FUNCTION = [regional('lambda', 'function:api-function-*')];
const API = gatewayRight('/apis', '/apis/*', '/tags/*');

export const API_RIGHTS: Rights = {
  'aws:apigatewayv2/api:Api': [API],
  'aws:apigatewayv2/integration:Integration': [API],
  'aws:apigatewayv2/route:Route': [API],
  'aws:apigatewayv2/stage:Stage': [
    API,
    {
      // API Gateway sets up the delivery of its access log with the caller's rights:
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html
      on: ANY,
      read: [],
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
      on: [
        regional('logs', 'log-group:api-function-logs-*'),
        regional('logs', 'log-group:api-gateway-access-*'),
      ],
      read: ['logs:ListTagsForResource'],
      write: [
        'logs:CreateLogGroup',
        'logs:DeleteLogGroup',
        'logs:DeleteRetentionPolicy',
        'logs:PutRetentionPolicy',
        'logs:TagResource',
        'logs:UntagResource',
      ],
    },
    // The provider finds a group in the list of all groups.
    { on: ANY, read: ['logs:DescribeLogGroups'], write: [], when: IN_REGION },
  ],
  'aws:cloudwatch/metricAlarm:MetricAlarm': [
    {
      on: [regional('cloudwatch', 'alarm:api-alarm-*')],
      read: ['cloudwatch:ListTagsForResource'],
      write: [
        'cloudwatch:DeleteAlarms',
        'cloudwatch:PutMetricAlarm',
        'cloudwatch:TagResource',
        'cloudwatch:UntagResource',
      ],
    },
    // The provider finds an alarm in the list of all alarms.
    { on: [regional('cloudwatch', 'alarm:*')], read: ['cloudwatch:DescribeAlarms'], write: [] },
  ],
  'aws:dynamodb/table:Table': [
    {
      // The tables themselves, never their items.
      on: [regional('dynamodb', 'table/api-store-*')],
      read: [
        'dynamodb:DescribeContinuousBackups',
        'dynamodb:DescribeTable',
        'dynamodb:DescribeTimeToLive',
        'dynamodb:ListTagsOfResource',
      ],
      write: [
        'dynamodb:CreateTable',
        'dynamodb:DeleteTable',
        'dynamodb:TagResource',
        'dynamodb:UntagResource',
        'dynamodb:UpdateContinuousBackups',
        'dynamodb:UpdateTable',
        'dynamodb:UpdateTimeToLive',
      ],
    },
  ],
  'aws:iam/role:Role': [
    {
      on: FUNCTION_ROLE,
      read: ['iam:GetRole', 'iam:ListAttachedRolePolicies', 'iam:ListRolePolicies'],
      write: [
        'iam:CreateRole',
        'iam:DeleteRole',
        'iam:ListInstanceProfilesForRole',
        'iam:TagRole',
        'iam:UntagRole',
        'iam:UpdateAssumeRolePolicy',
        'iam:UpdateRole',
        'iam:UpdateRoleDescription',
      ],
    },
    {
      on: FUNCTION_ROLE,
      read: [],
      write: ['iam:PassRole'],
      when: { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } },
    },
  ],
  'aws:iam/rolePolicy:RolePolicy': [
    { on: FUNCTION_ROLE, read: ['iam:GetRolePolicy'], write: ['iam:DeleteRolePolicy', 'iam:PutRolePolicy'] },
  ],
  'aws:lambda/function:Function': [
    {
      on: FUNCTION,
      read: [
        'lambda:GetFunction',
        'lambda:GetFunctionCodeSigningConfig',
        'lambda:GetFunctionConfiguration',
        'lambda:ListTags',
        'lambda:ListVersionsByFunction',
      ],
      write: [
        'lambda:CreateFunction',
        'lambda:DeleteFunction',
        'lambda:DeleteFunctionConcurrency',
        'lambda:PutFunctionConcurrency',
        'lambda:TagResource',
        'lambda:UntagResource',
        'lambda:UpdateFunctionCode',
        'lambda:UpdateFunctionConfiguration',
      ],
    },
  ],
  'aws:lambda/permission:Permission': [
    { on: FUNCTION, read: ['lambda:GetPolicy'], write: ['lambda:AddPermission', 'lambda:RemovePermission'] },
  ],
};
